import * as ommer from 'ommer'
import { type Block, createChain, type Server, SpecError, serve } from 'ommer'
import { type TestEndpoint, testEndpoint } from 'ommer/vitest'

export const all = ommer
export const endpointOf = (key: string): TestEndpoint => testEndpoint(key)

const chain = await createChain({ blocks: 3 })
const head: Block = chain.head
const server: Server = await serve(chain, { port: 0 })
const number = await server.request({ method: 'eth_blockNumber' })
await server.close()
const error = await createChain({ blocks: -1 }).catch((thrown: unknown) => thrown)
if (!(error instanceof SpecError) || error.path !== 'blocks') throw error
if (number !== '0x3' || head.header.number !== 3) throw new Error(String(number))
