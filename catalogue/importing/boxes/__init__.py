"""Imports boxes: finds the box that a row means, compares, and writes."""
