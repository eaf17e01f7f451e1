import { createPublicClient, http, webSocket } from 'viem'
import { WebSocket } from 'ws'
import { pool } from './ommerPool.js'

// Starts the pool of docs/runners.md, reads its instances through prool, and prints what it has read as JSON.

const stop = await pool.start()
const { port } = pool.address()
const at = (id) => `localhost:${port}/${id}`

function clientsOf(id) {
  return {
    http: createPublicClient({ transport: http(`http://${at(id)}`) }),
    batch: createPublicClient({ transport: http(`http://${at(id)}`, { batch: true }) }),
    ws: createPublicClient({ transport: webSocket(`ws://${at(id)}`) }),
  }
}

/** The head of an instance, as each transport has it. */
async function headsOf(id) {
  const { http, batch, ws } = clientsOf(id)
  const [alone, [batched], overSocket] = await Promise.all([
    http.getBlock(),
    Promise.all([batch.getBlock(), batch.getChainId()]),
    ws.getBlock(),
  ])
  // viem would keep the socket for the next client, and a restart closes it.
  const rpc = await ws.transport.getRpcClient()
  rpc.close()
  return { http: alone.hash, batch: batched.hash, ws: overSocket.hash }
}

async function control(url, method, ...params) {
  const response = await fetch(`${url}/control/dev`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()).result
}

/** Subscribes without a library, so that nothing polls. */
async function nextHead(id, move) {
  const socket = new WebSocket(`ws://${at(id)}`)
  const messages = []
  const notified = new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      messages.push(message)
      if (message.params !== undefined) resolve(message.params.result.hash)
      else move()
    })
  })
  socket.once('open', () => {
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
  })
  const hash = await notified
  socket.terminate()
  return hash
}

const { url } = await (await fetch(`http://${at(1)}/start`)).json()
const before = [await headsOf(1), await headsOf(2)]
let mined
const notified = await nextHead(1, () => {
  mined = control(url, 'ommer_mine', 1)
})
const [{ hash }] = await mined
const after = [await headsOf(1), await headsOf(2)]
await fetch(`http://${at(1)}/restart`)
const restarted = await headsOf(1)
await stop()
console.log(JSON.stringify({ before, mined: hash, notified, after, restarted }))
