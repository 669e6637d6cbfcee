"""Security: Origin checks, response headers, rate limits, tokens, cookies, trusted proxies."""
