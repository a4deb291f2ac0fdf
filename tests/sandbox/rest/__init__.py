"""Tests of the REST routes, over plain HTTP."""
