import assert from 'node:assert/strict'
import { headNumber } from './headNumber.ts'

// For a step after the action: fails if the server is not at this block, at the addresses of its output and its variable.

const [wanted] = process.argv.slice(2)
for (const name of ['OUTPUT', 'ETH_RPC_URL']) {
  const url = process.env[name] ?? ''
  assert.equal(await headNumber(url), wanted)
  console.log(`${name} is ${url}, at block ${wanted}`)
}
