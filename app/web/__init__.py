"""The only place that knows HTTP and HTML: pages, websocket, JSON API, catalogues."""
