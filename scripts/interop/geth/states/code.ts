import { type Hex, toHex } from '../../../../src/primitives/hex.ts'
import type { Random } from '../../../../src/primitives/random.ts'

/** Code that returns the word on top of the stack after some instructions, given as hex without prefix. */
export function returning(instructions: string): Hex {
  return `0x${instructions}60005260206000f3`
}

/** Creation code that deploys some code of less than 256 bytes. */
export function deploying(code: Hex): Hex {
  const length = byte((code.length - 2) / 2)
  // PUSH1 length, DUP1, PUSH1 11, PUSH1 0, CODECOPY, PUSH1 0, RETURN: 11 bytes.
  return `0x60${length}80600b6000396000f3${code.slice(2)}`
}

/** Code that calls an address with all gas and a value, and returns whether the call succeeded. */
export function calling(address: Hex, value: number): Hex {
  return returning(`600060006000600060${byte(value)}73${address.slice(2)}5af1`)
}

/** Code that emits a log with one topic and a word of data. */
export const LOGGING: Hex = '0x602a600052600160206000a1'

/** Code that runs until its gas is used up: JUMPDEST, PUSH1 0, JUMP. */
export const ENDLESS: Hex = '0x5b600056'

/** Code that copies its input to memory and reverts with it. */
export const REVERTING: Hex = '0x366000600037366000fd'

/** Code that increments slot 0 and returns its value before. */
export const COUNTING: Hex = '0x6000548060010160005560005260206000f3'

/** Instructions that read something about the call or its block, by name. */
export const environmentReads: Readonly<Record<string, string>> = {
  address: '30',
  originBalance: '3231',
  origin: '32',
  caller: '33',
  callValue: '34',
  callDataSize: '36',
  codeSize: '38',
  gasPrice: '3a',
  coinbase: '41',
  coinbaseBalance: '4131',
  timestamp: '42',
  number: '43',
  prevRandao: '44',
  gasLimit: '45',
  chainId: '46',
  selfBalance: '47',
  baseFee: '48',
  blobHash: '600049',
  blobBaseFee: '4a',
  memorySize: '59',
  gas: '5a',
  push0: '5f',
  transient: '602a60015d60015c',
  memoryCopy: '602a6000526020600060405e604051',
  clz: '60ff1e',
  shift: '60ff60041c',
  previousHash: '6001430340',
  ownHash: '4340',
  oldHash: '610101430340',
  codeHash: '303f',
  originCodeHash: '323f',
  returnDataSize: '3d',
  storage: '600054',
}

/** Instructions for random code, with how often they are drawn; the rest of the bytes are equally likely. */
const frequent = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '0a',
  '0b',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '1a',
  '1b',
  '1c',
  '1d',
  '1e',
  '20',
  '30',
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '37',
  '38',
  '39',
  '3a',
  '3b',
  '3c',
  '3d',
  '3e',
  '3f',
  '40',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
  '47',
  '48',
  '49',
  '4a',
  '50',
  '51',
  '52',
  '53',
  '54',
  '55',
  '58',
  '59',
  '5b',
  '5c',
  '5d',
  '5e',
  '80',
  '81',
  '82',
  '83',
  '90',
  '91',
  '92',
  'a0',
  'a1',
]

/** Code of some length, of which most instructions find enough on the stack, and which returns what is on top. */
export function randomCode(length: number, random: Random): Hex {
  const parts: string[] = []
  for (let at = 0; at < length; at++) {
    if (random.chance(1, 2)) parts.push(`60${byte(random.pick([0, 1, 2, 32, random.below(256)]))}`)
    else if (random.chance(1, 40)) parts.push(byte(random.below(256)))
    else if (random.chance(1, 12)) parts.push(`7f${toHex(random.bytes(32)).slice(2)}`)
    else parts.push(random.pick(frequent))
  }
  return returning(`${'60016002600360046005'.repeat(2)}${parts.join('')}`)
}

function byte(value: number): string {
  return value.toString(16).padStart(2, '0')
}
