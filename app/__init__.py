"""Machi: the app around the rules. Imports point one way: web -> rooms -> store and engine."""
