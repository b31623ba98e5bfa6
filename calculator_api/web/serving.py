"""Gunicorn's settings: `gunicorn -c python:calculator_api.web.serving 'calculator_api:create_app()'`.

Every setting that depends on the machine comes from the environment; the defaults suit one small machine.
"""

from __future__ import annotations

import os

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
# A slow client costs a greenlet, not a worker.
worker_class = os.environ.get("WORKER_CLASS", "gevent")
worker_connections = int(os.environ.get("WORKER_CONNECTIONS", "1000"))
# Rule sets are loaded before the workers start: they share that memory, and a faulty sheet stops the start.
preload_app = True

timeout = int(os.environ.get("TIMEOUT", "30"))
graceful_timeout = int(os.environ.get("GRACEFUL_TIMEOUT", "30"))
keepalive = int(os.environ.get("KEEPALIVE", "5"))
max_requests = int(os.environ.get("MAX_REQUESTS", "0"))
max_requests_jitter = max_requests // 10

limit_request_line = 2048
limit_request_fields = 64
limit_request_field_size = 4096

worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None
control_socket_disable = True
accesslog = "-" if os.environ.get("ACCESS_LOG") else None
loglevel = os.environ.get("LOG_LEVEL", "warning")
