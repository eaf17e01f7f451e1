import type { Provider } from '../../src/rpc/provider.ts'
import type { AnsweredCall } from './callEverything.ts'

const IDENTITY = `0x${'00'.repeat(19)}04`
const CONTRACT = `0x${'c0'.repeat(20)}`

/** Reads a slot; reads one and reverts. */
const reading = { [CONTRACT]: { code: '0x600154' } }
const reverting = { [CONTRACT]: { code: '0x6001545f5ffd' } }

/** Runs calls after a few blocks of a provider. */
export async function* runCalls(provider: Pick<Provider, 'request'>): AsyncGenerator<AnsweredCall> {
  const call = { to: IDENTITY, input: '0x1234', gas: '0x10000' }
  for (const block of ['latest', 'pending']) {
    const questions: [method: string, params: unknown[]][] = [
      ['eth_call', [call, block]],
      ['eth_estimateGas', [call, block]],
      ['eth_createAccessList', [{ to: CONTRACT, gas: '0x10000' }, block, reading]],
      ['eth_createAccessList', [{ to: CONTRACT, gas: '0x10000' }, block, reverting]],
    ]
    for (const [method, params] of questions) {
      yield { method, params, result: await provider.request({ method, params }) }
    }
  }
}
