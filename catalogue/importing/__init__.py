"""Imports titles and boxes from files: reads a file, compares it with the catalogue, and writes the
differences.
"""
