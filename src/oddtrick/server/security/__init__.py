"""What keeps strangers out: origins, headers, limits, codes and tokens, trusted proxies."""
