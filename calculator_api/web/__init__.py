"""JSON and HTTP around the engine: request schemas, routes, problems, pages."""
