import ommer = require('ommer')

import { type Block, createChain, type Server, SpecError, serve } from 'ommer'
import { ommerSetup, type TestEndpoint, testEndpoint } from 'ommer/vitest'

export const all = ommer
export const setup = ommerSetup({ chain: { blocks: 1 } })
export const endpointOf = (key: string): TestEndpoint => testEndpoint(key)

async function main(): Promise<void> {
  const chain = await createChain({ blocks: 3 })
  const head: Block = chain.head
  const server: Server = await serve(chain, { port: 0 })
  const number = await server.request({ method: 'eth_blockNumber' })
  await server.close()
  const error = await createChain({ blocks: -1 }).catch((thrown: unknown) => thrown)
  if (!(error instanceof SpecError) || error.path !== 'blocks') throw error
  if (number !== '0x3' || head.header.number !== 3) throw new Error(String(number))
}

void main()
