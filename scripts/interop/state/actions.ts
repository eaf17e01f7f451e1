import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'

/** Calls a method of a node. */
type Call = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Something that is done at a node. */
export type Action = (call: Call) => Promise<unknown>

const SENDER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const TO = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const NOBODY = `0x${'0d'.repeat(20)}`

const hex = (value: number): string => `0x${value.toString(16)}`
/** Sends a transaction, and waits for its block: Anvil answers before. */
async function send(call: Call, transaction: object): Promise<void> {
  const given = { from: SENDER, gas: hex(200_000), ...transaction }
  const hash = await call('eth_sendTransaction', [given])
  while ((await call('eth_getTransactionReceipt', [hash])) === null) await setTimeout(10)
}

/** Stores and logs, deploys code that returns a slot, reverts, runs out of gas, destroys itself. */
const code = fc.constantFrom(
  '0x600160005560016000a000',
  '0x6009600755600b6020600039600b6000f300000000000000000000000000000060075460005260206000f3',
  '0x60006000fd',
  '0x5b600056',
  '0x6001600155600035ff',
)

const fees = fc.constantFrom<object>(
  {},
  { gasPrice: hex(3e9) },
  { gasPrice: hex(3e9), accessList: [{ address: TO, storageKeys: [`0x${'00'.repeat(32)}`] }] },
  { maxFeePerGas: hex(4e9), maxPriorityFeePerGas: hex(1e9) },
)

const small = fc.nat(1000).map((value) => hex(value + 1))
const word = fc.nat(255).map((value) => `0x${value.toString(16).padStart(64, '0')}`)

export const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(code, fees).map(
    ([data, fee]): Action =>
      (call) =>
        send(call, { data, ...fee }),
  ),
  fc.tuple(small, fees).map(
    ([value, fee]): Action =>
      (call) =>
        send(call, { to: TO, value, ...fee }),
  ),
  small.map(
    (wei): Action =>
      (call) =>
        call('anvil_setBalance', [`0x${'0c'.repeat(20)}`, wei]),
  ),
  fc.tuple(small, word).map(
    ([slot, value]): Action =>
      (call) =>
        call('anvil_setStorageAt', [`0x${'0c'.repeat(20)}`, slot, value]),
  ),
  fc.constant<Action>((call) => call('anvil_setCode', [`0x${'0c'.repeat(20)}`, '0x6001'])),
  fc.constant<Action>((call) => call('anvil_mine', [hex(2)])),
  fc.constant<Action>(async (call) => {
    await call('anvil_setBalance', [NOBODY, hex(1e18)])
    await call('anvil_impersonateAccount', [NOBODY])
    await send(call, { from: NOBODY, to: TO, value: '0x1' })
  }),
)
