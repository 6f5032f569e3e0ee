"""The numeric profile ``binary64-ltr-v1``, and what is made of it."""
