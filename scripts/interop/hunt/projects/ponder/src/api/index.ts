import { Hono } from 'hono'

// From 0.9 on Ponder wants one.
export default new Hono()
