import { db } from 'ponder:api'
import schema from 'ponder:schema'
import { Hono } from 'hono'

const app = new Hono()

app.get('/transfers', async (context) => {
  const rows = await db.select().from(schema.transfer)
  const replacer = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
  return context.body(JSON.stringify(rows, replacer), 200, { 'content-type': 'application/json' })
})

export default app
