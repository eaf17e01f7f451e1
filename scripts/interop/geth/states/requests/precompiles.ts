import { type Hex, toHex } from '../../../../../src/primitives/hex.ts'
import type { Random } from '../../../../../src/primitives/random.ts'
import { blockParameter } from '../blockParameter.ts'
import type { StateRequest } from '../request.ts'
import { sample } from '../sampleBlocks.ts'
import type { Subjects } from '../subjects.ts'

const WORD_1 = `${'00'.repeat(31)}01`
const WORD_2 = `${'00'.repeat(31)}02`

/** Inputs for each precompiled contract: valid ones from their EIPs, and anything else. */
const inputs: Readonly<Record<string, readonly string[]>> = {
  '01': [
    '456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3000000000000000000000000000000000000000000000000000000000000001c9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac80388256084f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada',
  ],
  '02': ['', 'ff'],
  '03': ['', 'ff'],
  '04': ['', '1234'],
  '05': [
    `${WORD_1}${WORD_1}${WORD_1}030507`,
    `${'00'.repeat(31)}20${'00'.repeat(31)}20${'00'.repeat(31)}20${WORD_2}${'ff'.repeat(64)}`,
    `${'00'.repeat(96)}`,
    `${'ff'.repeat(96)}`,
  ],
  '06': [`${WORD_1}${WORD_2}${WORD_1}${WORD_2}`, ''],
  '07': [`${WORD_1}${WORD_2}${WORD_2}`, ''],
  '08': ['', '00'.repeat(192)],
  '09': [
    `0000000c48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b${'616263'}${'00'.repeat(125)}0300000000000000${'00'.repeat(8)}01`,
    '00'.repeat(213),
  ],
  '0a': ['00'.repeat(192)],
  '0b': ['00'.repeat(256)],
  '0c': ['00'.repeat(160)],
  '0d': ['00'.repeat(512)],
  '0e': ['00'.repeat(288)],
  '0f': ['00'.repeat(384)],
  '10': ['00'.repeat(64)],
  '11': ['00'.repeat(128)],
  '0100': ['00'.repeat(160)],
  '12': ['00'],
}

/** Calls of precompiled contracts. */
export function* precompiles({ block }: Subjects, random: Random): Generator<StateRequest> {
  for (const [address, valid] of sample(Object.entries(inputs), 5, random)) {
    const to: Hex = `0x${address.padStart(40, '0')}`
    const data = drawInput(random.pick(valid), random)
    const call = { to, data, gas: random.pick(['0x186a0', '0x1e8480', '0x5300']) }
    yield { method: 'eth_call', params: [call, blockParameter(block, random)] }
    const method = random.pick(['eth_estimateGas', 'eth_createAccessList', 'eth_call'])
    yield { method, params: [{ to, data }, blockParameter(block, random)] }
  }
}

/** An input, the same with another byte or another length, or random bytes. */
function drawInput(valid: string, random: Random): Hex {
  const bytes = Buffer.from(valid, 'hex')
  const change = random.below(8)
  if (change === 0 && bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
  if (change === 1) return toHex(bytes.subarray(0, random.between(0, bytes.length)))
  if (change === 2) return toHex(random.bytes(bytes.length))
  if (change === 3) return toHex(random.bytes(random.between(0, 400)))
  return toHex(bytes)
}
