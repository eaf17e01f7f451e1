import type { Provider } from '../../src/rpc/provider.ts'
import type { AnsweredCall } from './callEverything.ts'

const IDENTITY = `0x${'00'.repeat(19)}04`
const CONTRACT = `0x${'c0'.repeat(20)}`

/** Reads a slot; reads one and reverts. */
const reading = { [CONTRACT]: { code: '0x600154' } }
const reverting = { [CONTRACT]: { code: '0x6001545f5ffd' } }

const word = (digits: string) => `0x${digits.repeat(32)}`

/** Of each type, with fees that every fork accepts. */
const transactions = [
  { gasPrice: '0x9', type: '0x0' },
  { gasPrice: '0x9', accessList: [{ address: CONTRACT, storageKeys: [word('01')] }] },
  { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1' },
  {
    maxFeePerGas: '0x9',
    maxPriorityFeePerGas: '0x1',
    maxFeePerBlobGas: '0x1',
    blobVersionedHashes: [word('02')],
  },
  {
    maxFeePerGas: '0x9',
    maxPriorityFeePerGas: '0x1',
    authorizationList: [
      { chainId: '0x0', address: CONTRACT, nonce: '0x0', yParity: '0x1', r: '0x2', s: '0x3' },
    ],
  },
].map((fees) => ({ ...fees, to: CONTRACT, nonce: '0x7', gas: '0x5208' }))

/** Runs calls after a few blocks of a provider. */
export async function* runCalls(provider: Pick<Provider, 'request'>): AsyncGenerator<AnsweredCall> {
  const method = 'eth_requestAccounts'
  yield { method, params: [], result: await provider.request({ method }) }
  for (const transaction of transactions) {
    const [method, params] = ['eth_fillTransaction', [transaction]]
    yield { method, params, result: await provider.request({ method, params }) }
  }
  const call = { to: IDENTITY, input: '0x1234', gas: '0x10000' }
  for (const block of ['latest', 'pending']) {
    const questions: [method: string, params: unknown[]][] = [
      ['eth_call', [call, block]],
      ['eth_estimateGas', [call, block]],
      ['eth_createAccessList', [{ to: CONTRACT, gas: '0x10000' }, block, reading]],
    ]
    for (const [method, params] of questions) {
      yield { method, params, result: await provider.request({ method, params }) }
    }
    const [method, params] = [
      'eth_createAccessList',
      [{ to: CONTRACT, gas: '0x10000' }, block, reverting],
    ]
    // Not in the dialect `anvil`.
    const answer = provider.request({ method, params })
    yield await answer.then(
      (result) => ({ method, params, result }),
      (error: NonNullable<AnsweredCall['error']>) => ({ method, params, error }),
    )
  }
}
