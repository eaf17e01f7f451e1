import type { Account } from '../../../src/chain/accounts.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Hex } from '../../../src/primitives/hex.ts'

/** A request to geth and ommer. */
export interface AmsterdamRequest {
  readonly name: string
  readonly method: string
  readonly params: readonly unknown[]
}

const STRANGER: Hex = `0x${'57'.repeat(20)}`
const UNKNOWN: Hex = `0x${'59'.repeat(20)}`
const CODE: Hex = `0x${'c0'.repeat(20)}`
const CALLEE: Hex = `0x${'ca'.repeat(20)}`

/** Returns the word on top of the stack. */
const RETURN_TOP = '5f5260205ff3'
/** SSTORE(1, 1). */
const STORE = '6001600155'
/** SSTORE(1, 0). */
const CLEAR = '5f600155'

/** SELFDESTRUCT to 0xdddd. */
const DESTROY = '61ddddff'

/** PUSH of the arguments of CALL with a value and of an address, and CALL with all gas. */
const calling = (to: Hex, value: number) =>
  `5f5f5f5f60${value.toString(16).padStart(2, '0')}73${to.slice(2)}5af1`

/** A chain of Amsterdam with one block by hand, so that no change of the generator changes it. */
export async function createAmsterdamChain(): Promise<Chain> {
  const chain = await createChain({ seed: 'amsterdam answers', preset: 'amsterdam', blocks: 0 })
  const [alice, bob] = chain.accounts as [Account, Account]
  await chain.build(1, async (block) => {
    const gas = { gas: 300_000n, gasPrice: 10n ** 11n }
    await block.add({ from: alice, to: alice.address, value: 1n, ...gas })
    await block.add({ from: alice, to: STRANGER, value: 7n, ...gas })
    const short = `0x${'58'.repeat(20)}` as const
    await block.add({ from: alice, to: short, value: 7n, ...gas, gas: 21_000n })
    await block.add({ from: bob, data: `0x${STORE}60205ff3`, value: 3n, ...gas, gas: 600_000n })
  })
  return chain
}

/** What the answers of `test/data/geth/amsterdam.json` answer. */
export function amsterdamRequests(chain: Chain): readonly AmsterdamRequest[] {
  const [alice, bob] = chain.accounts as [Account, Account]
  const from = alice.address
  const withCode = (code: string, callee = '00', balance = '0x0') => ({
    [CODE]: { code: `0x${code}`, balance },
    [CALLEE]: { code: `0x${callee}` },
  })
  const ask = (name: string, method: string, ...params: readonly unknown[]) => ({
    name,
    method,
    params,
  })
  const estimate = (name: string, call: object, overrides?: object) =>
    ask(name, 'eth_estimateGas', { from, ...call }, 'latest', ...(overrides ? [overrides] : []))
  const call = (name: string, code: string, gas = '0x100000') =>
    ask(name, 'eth_call', { from, to: CODE, gas }, 'latest', withCode(code))
  const trace = (name: string, request: object, options: object) =>
    ask(name, 'debug_traceCall', { from, gas: '0x100000', ...request }, 'latest', options)
  const callTracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const payment = { to: UNKNOWN, value: '0x1' }
  return [
    estimate('estimate: to itself', { to: from, value: '0x1' }),
    estimate('estimate: without a value', { to: bob.address }),
    estimate('estimate: to an existing account', { to: bob.address, value: '0x1' }),
    estimate('estimate: to a new account', payment),
    estimate('estimate: to a new account with 21,000', { ...payment, gas: '0x5208' }),
    estimate('estimate: a creation', { data: '0x60205ff3' }),
    estimate('estimate: a new slot', { to: CODE }, withCode(STORE)),
    estimate('estimate: a new slot that is cleared', { to: CODE }, withCode(STORE + CLEAR)),
    ask('call: to a new account with 21,000', 'eth_call', { from, ...payment, gas: '0x5208' }),
    ask('call: to itself with 11,999', 'eth_call', { from, to: from, gas: '0x2edf' }),
    call('call: GAS above the cap of transactions', `5a${RETURN_TOP}`, '0x2000000'),
    call('call: SLOTNUM', `4b${RETURN_TOP}`),
    call('call: DUPN, SWAPN and EXCHANGE', `${'6001'.repeat(17)}6002e680e780e88e${RETURN_TOP}`),
    call('call: DUPN with an invalid immediate', `${'6001'.repeat(20)}e65b00`),
    ask(
      'call: a callee refills what its caller borrowed',
      'eth_call',
      { from, to: CODE, gas: '0x100000' },
      'latest',
      withCode(`${STORE}5f5f5f5f73${CALLEE.slice(2)}5af4505a${RETURN_TOP}`, `${CLEAR}00`),
    ),
    trace('steps: a new slot', { to: CODE }, { stateOverrides: withCode(`${STORE}5a00`) }),
    trace(
      'steps: CREATE without the ether',
      { to: CODE },
      { stateOverrides: withCode('5f5f6001f05a00') },
    ),
    trace(
      'steps: CALL of a new account with a value',
      { to: CODE },
      { stateOverrides: withCode(`${calling(payment.to, 1)}5a00`, '00', '0x9') },
    ),
    trace(
      'steps: nothing runs where a new account is not paid for',
      { ...payment, gas: '0x5208' },
      {},
    ),
    ...[
      ['a new slot that cannot be paid for', '0xb031', STORE],
      ['SELFDESTRUCT whose new account cannot be paid for', '0x10000', DESTROY],
      ['SELFDESTRUCT that cannot be paid for at all', '0x526c', DESTROY],
    ].map(([what, gas, code]) =>
      trace(
        `steps: ${what}`,
        { to: CODE, gas },
        { stateOverrides: withCode(code as string, '00', '0x5') },
      ),
    ),
    trace(
      'calls: logs of transfers within',
      { to: CODE, value: '0x5' },
      { ...callTracer, stateOverrides: withCode(calling(CALLEE, 2), calling(UNKNOWN, 1)) },
    ),
    trace(
      'calls: SELFDESTRUCT to a new account',
      { to: CODE, value: '0x5' },
      { ...callTracer, stateOverrides: withCode(`73${payment.to.slice(2)}ff`) },
    ),
    ask(
      'simulation: a transfer of each price',
      'eth_simulateV1',
      {
        blockStateCalls: [
          { calls: [from, bob.address, payment.to].map((to) => ({ from, to, value: '0x1' })) },
        ],
        traceTransfers: true,
      },
      'latest',
    ),
    ask('block', 'eth_getBlockByNumber', '0x1', true),
    ask('receipts', 'eth_getBlockReceipts', '0x1'),
    ask('logs', 'eth_getLogs', { fromBlock: '0x1', address: `0x${'ff'.repeat(19)}fe` }),
    ask('calls of the block', 'debug_traceBlockByNumber', '0x1', callTracer),
    ask('fees', 'eth_feeHistory', '0x1', 'latest', [50]),
  ]
}
