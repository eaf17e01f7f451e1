import { type Hex, toHex, toQuantity } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../blockParameter.ts'
import { COUNTING, calling, environmentReads, returning } from '../code.ts'
import { IDENTITY, RUNNER, SHA256 } from '../inventedAccounts.ts'
import type { StateRequest } from '../request.ts'
import { sample } from '../sampleBlocks.ts'
import type { Subjects } from '../subjects.ts'

const ELSEWHERE: Hex = `0x${'e15e'.repeat(10)}`

/** Calls with changed accounts and changed fields of the block. */
export function* overrides(subjects: Subjects, random: Random): Generator<StateRequest> {
  const { block } = subjects
  const at = () => blockParameter(block, random)
  const instructions = Object.values(environmentReads)
  const fields = Object.entries(blockFields(subjects, random))
  for (let index = 0; index < 4; index++) {
    const code = returning(random.pick(instructions))
    const chosen = Object.fromEntries(sample(fields, random.between(1, 4), random))
    const params = [{ to: RUNNER, gas: '0x186a0' }, at(), { [RUNNER]: { code } }, chosen]
    yield { method: random.pick(['eth_call', 'eth_call', 'eth_estimateGas']), params }
  }
  for (const state of sample(stateChanges(subjects, random), 4, random)) {
    const call = { from: random.pick(subjects.accounts), to: RUNNER, value: '0x1', data: '0x12' }
    yield { method: 'eth_call', params: [call, at(), state] }
    yield { method: 'eth_estimateGas', params: [call, at(), state] }
    yield { method: 'eth_createAccessList', params: [call, at(), state] }
  }
  for (const { to, state } of movedPrecompiles()) {
    yield { method: 'eth_call', params: [{ to, data: '0x1234' }, at(), state] }
  }
}

function blockFields({ block, accounts }: Subjects, random: Random): object {
  const { header } = block
  return {
    number: toQuantity(header.number + random.pick([0, 1, 300, 2 ** 40])),
    time: toQuantity(header.timestamp + random.pick([0, 1, 12, 10_000_000])),
    gasLimit: toQuantity(random.pick([0, 21_000, 30_000_000])),
    feeRecipient: random.pick(accounts),
    prevRandao: toHex(random.bytes(32)),
    difficulty: toQuantity(random.uint32()),
    baseFeePerGas: toQuantity(random.pick([0n, 1n, 10n ** 9n, 10n ** 20n])),
    blobBaseFee: toQuantity(random.pick([0n, 1n, 10n ** 9n])),
    ...(random.chance(1, 20) && { beaconRoot: toHex(random.bytes(32)) }),
    ...(random.chance(1, 20) && { withdrawals: [] }),
  }
}

/** Overrides of accounts, some of which geth refuses. */
function stateChanges({ accounts, slots }: Subjects, random: Random): object[] {
  const account = random.pick(accounts)
  const { address, slot } = random.pick(slots)
  const value = toHex(random.bytes(32))
  const reading = returning(`7f${slot.slice(2)}54`)
  return [
    { [RUNNER]: { balance: toQuantity(random.uint32()), code: environmentCode('47') } },
    { [RUNNER]: { nonce: '0x9', code: COUNTING }, [account]: { balance: '0x10' } },
    { [address]: { stateDiff: { [slot]: value } }, [RUNNER]: { code: calling(address, 0) } },
    { [RUNNER]: { code: reading, state: { [slot]: value } } },
    { [RUNNER]: { code: reading, stateDiff: { [slot]: value } } },
    { [RUNNER]: { code: reading, state: {}, stateDiff: {} } },
    { [account]: { code: '0x' }, [RUNNER]: { code: calling(account, 0) } },
    { [account]: { balance: '0x0' } },
    { [account]: { nonce: '0xffffffffffffffff' } },
    { [RUNNER]: { code: `0xef0100${account.slice(2)}` } },
    { [RUNNER]: { code: `0xef0100${address.slice(2)}` }, [account]: { balance: '0xffffffffff' } },
    { [RUNNER]: {} },
    {},
  ]
}

function environmentCode(instruction: string): Hex {
  return returning(instruction)
}

function movedPrecompiles(): { readonly to: Hex; readonly state: object }[] {
  const move = { movePrecompileToAddress: ELSEWHERE }
  return [
    { to: ELSEWHERE, state: { [IDENTITY]: move } },
    { to: IDENTITY, state: { [IDENTITY]: move } },
    { to: IDENTITY, state: { [IDENTITY]: { ...move, code: returning('30') } } },
    { to: SHA256, state: { [SHA256]: { code: returning('43') } } },
    { to: SHA256, state: { [IDENTITY]: { movePrecompileToAddress: SHA256 } } },
    { to: SHA256, state: { [IDENTITY]: { movePrecompileToAddress: SHA256 }, [SHA256]: {} } },
    { to: ELSEWHERE, state: { [IDENTITY]: move, [SHA256]: move } },
    { to: ELSEWHERE, state: { [IDENTITY]: move, [ELSEWHERE]: { balance: '0x1' } } },
    { to: ELSEWHERE, state: { [RUNNER]: move } },
    { to: IDENTITY, state: { [IDENTITY]: { movePrecompileToAddress: IDENTITY } } },
  ]
}
