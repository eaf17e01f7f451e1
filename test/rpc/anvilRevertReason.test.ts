import { expect, test } from 'vitest'
import { fromHex, type Hex } from '../../src/primitives/hex.ts'
import { anvilRevertReason } from '../../src/rpc/anvilRevertReason.ts'

function panic(code: string): Hex {
  return `0x4e487b71${code.padStart(64, '0')}`
}

// As Anvil 1.7.1 answers eth_call of code that reverts with the data.
test.each<[Hex, string | undefined]>([
  ['0x', undefined],
  [panic('00'), 'panic: generic/unspecified error (0x00)'],
  [panic('01'), 'panic: assertion failed (0x01)'],
  [panic('11'), 'panic: arithmetic underflow or overflow (0x11)'],
  [panic('12'), 'panic: division or modulo by zero (0x12)'],
  [panic('21'), 'panic: failed to convert value into enum type (0x21)'],
  [panic('22'), 'panic: storage byte array incorrectly encoded (0x22)'],
  [panic('31'), 'panic: called `.pop()` on an empty array (0x31)'],
  [panic('32'), 'panic: array out-of-bounds access (0x32)'],
  [panic('41'), 'panic: memory allocation error (0x41)'],
  [panic('51'), 'panic: called an invalid internal function (0x51)'],
  [panic('52'), 'panic: unknown code (0x52)'],
  ['0x68656c6c6f', 'hello'],
  ['0xfffe', 'custom error bytes 0xfffe'],
  ['0x220266b6', 'custom error 0x220266b6'],
  ['0x220266b6000000000000414141414141', 'custom error 0x220266b6: \0\0\0\0\0\0AAAAAA'],
  ['0x12345678ff6688fe', 'custom error 0x12345678: ff6688fe'],
  [`0x08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`, 'no'],
  [`0x08c379a0${'20'.padStart(64, '0')}${'0'.repeat(64)}`, ''],
])('reads %s', (data, reason) => expect(anvilRevertReason(fromHex(data))).toBe(reason))
