# Build: the locked dependencies, checked by hash, and the project as a wheel.
FROM python:3.13.5-slim-bookworm AS build
WORKDIR /src
COPY pyproject.toml uv.lock ./
COPY .ci/venv.py .ci/venv.py
RUN python -m venv /venv \
    && /venv/bin/python .ci/venv.py --list project > project.txt \
    && /venv/bin/python .ci/venv.py --list build > build.txt \
    && /venv/bin/pip install --no-cache-dir --no-deps --require-hashes --requirement project.txt \
    && pip install --no-cache-dir --no-deps --require-hashes --requirement build.txt
COPY README.md LICENSE openapi.yaml ./
COPY calculator_api calculator_api
COPY rulesets rulesets
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /dist . \
    && /venv/bin/pip install --no-cache-dir --no-deps --no-index /dist/*.whl \
    && /venv/bin/mahjong-score rulesets

# Run: nothing but the environment, and nobody's rights.
FROM python:3.13.5-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin mahjong
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/readyz', timeout=2)"]
CMD ["gunicorn", "--config", "python:calculator_api.web.serving", "calculator_api:create_app()"]
