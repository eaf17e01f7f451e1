import fc from 'fast-check'

/** A call of a method with its params. */
export type Call = readonly [method: string, ...params: unknown[]]

const MINER = `0x${'5'.repeat(40)}`
export const ACCOUNT = `0x${'7'.repeat(40)}`
const WORD = `0x${'ab'.repeat(32)}`

const loaded = { accounts: { [ACCOUNT]: { nonce: 6, balance: '0x7', storage: { '0x1': WORD } } } }
const STATE = `0x${Buffer.from(JSON.stringify(loaded)).toString('hex')}`

const few = fc.integer({ min: 1, max: 4 })

/** Calls that move an endpoint of a server with `dev`. Some of them are refused, depending on where it is. */
export const moveCall: fc.Arbitrary<Call> = fc.oneof(
  fc.constantFrom<Call>(
    ['evm_mine'],
    ['evm_snapshot'],
    ['ommer_reset'],
    ['ommer_setFinality', 'stalled'],
    ['ommer_setFinality', { safe: 1, finalized: 4 }],
    ['anvil_setNextBlockBaseFeePerGas', '0x3b9aca07'],
    ['anvil_setCoinbase', MINER],
    ['hardhat_setPrevRandao', WORD],
    ['evm_setBlockGasLimit', '0x1c9c380'],
    ['anvil_setBalance', ACCOUNT, '0xde0b6b3a7640000'],
    ['anvil_setNonce', ACCOUNT, '0x5'],
    ['anvil_setCode', ACCOUNT, '0x6001'],
    ['anvil_setStorageAt', ACCOUNT, '0x1', WORD],
    ['anvil_loadState', STATE],
  ),
  few.map((count): Call => ['ommer_mine', count]),
  fc.tuple(few, few).map(([count, seconds]): Call => ['hardhat_mine', hex(count), hex(seconds)]),
  fc.tuple(few, few).map(([depth, length]): Call => ['ommer_reorg', { depth, length }]),
  few.map((count): Call => ['ommer_rollback', count]),
  few.map((id): Call => ['evm_revert', hex(id)]),
  few.map((seconds): Call => ['evm_increaseTime', 100 * seconds]),
  few.map((seconds): Call => ['evm_setBlockTimestampInterval', 10 * seconds]),
)

function hex(number: number): string {
  return `0x${number.toString(16)}`
}
