import { db } from 'ponder:api'
import schema from 'ponder:schema'
import { Hono } from 'hono'

const app = new Hono()

app.get('/rows', async (context) => {
  const rows = {
    transfers: await db.select().from(schema.transfer),
    calls: await db.select().from(schema.call),
    payments: await db.select().from(schema.payment),
  }
  const replacer = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
  return context.body(JSON.stringify(rows, replacer), 200, { 'content-type': 'application/json' })
})

export default app
