import { EVM } from '@ethereumjs/evm'
import { describe, expect, it } from 'vitest'
import { commonOf } from '../../../../src/chain/calls/commonOf.ts'
import { constantGas } from '../../../../src/chain/calls/failures/constantGas.ts'
import { createChain } from '../../../../src/chain/createChain.ts'
import { forkNames } from '../../../../src/chain/protocol/forks.ts'

/** Part of their gas depends on their operands, but @ethereumjs counts all of it as that. */
const COMPUTED_BY_STOCK = new Set([
  0x31, 0x3b, 0x3c, 0x3f, 0x54, 0xf1, 0xf2, 0xf4, 0xfa, 0xff,
  // geth counts this constant part as computed, too.
  0x0a, 0xa0, 0xa1, 0xa2, 0xa3, 0xa4,
])

describe('constantGas', () => {
  it('is the fee of stock @ethereumjs in every fork', async () => {
    const { rules } = await createChain({ seed: 'gas', preset: 'latest', blocks: 0 })
    for (const fork of forkNames) {
      const evm = new EVM({ common: commonOf(rules, fork) })
      for (const { code, fee, name } of evm.getActiveOpcodes().values()) {
        if (COMPUTED_BY_STOCK.has(code)) continue
        expect([fork, name, constantGas(code, fork)]).toEqual([fork, name, BigInt(fee)])
      }
    }
  })

  it.each([
    // EIP-150, EIP-1884, EIP-2929
    ['balance', 0x31, [20n, 400n, 700n, 100n]],
    ['extcodesize', 0x3b, [20n, 700n, 700n, 100n]],
    ['extcodecopy', 0x3c, [20n, 700n, 700n, 100n]],
    ['extcodehash', 0x3f, [400n, 400n, 700n, 100n]],
    ['sload', 0x54, [50n, 200n, 800n, 0n]],
    ['call', 0xf1, [40n, 700n, 700n, 100n]],
    ['selfdestruct', 0xff, [0n, 0n, 0n, 5000n]],
    ['exp', 0x0a, [0n, 0n, 0n, 0n]],
    ['log4', 0xa4, [0n, 0n, 0n, 0n]],
  ] as const)('of %s changes with forks', (_name, opcode, gas) => {
    const forks = ['homestead', 'tangerineWhistle', 'istanbul', 'berlin'] as const
    expect(forks.map((fork) => constantGas(opcode, fork))).toEqual(gas)
  })
})
