import { toHex } from '../../primitives/hex.ts'
import type { Signer } from '../accounts.ts'
import { deploymentFactory, genesisSystemContracts } from '../contracts/system.ts'
import { baseFeeBefore } from '../protocol/baseFee.ts'
import { blobLimits } from '../protocol/blobGas.ts'
import { type ForkName, forkAt, isAtLeast } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'
import type { ResolvedSpec } from '../spec/spec.ts'
import type { FundedSigners } from './fundedSigners.ts'
import type { Genesis, GenesisAccount } from './genesis.ts'
import { GENESIS_BALANCE, mnemonicBalance } from './genesisBalance.ts'

/** 128 times the minimum, so that steps of 1/2048 are visible and never reach the minimum. */
const DIFFICULTY = 16_777_216n

/**
 * If blobs are supported from genesis on, their fee starts at e^18 wei per blob gas: about a sixteenth of the base fee,
 * below which it hardly moves from Osaka on (EIP-7918).
 */
const BLOB_FEE_LOGARITHM = 18n

/** The genesis of a spec's chain: its funded accounts, and the system contracts of its forks. */
export function specGenesis(
  spec: ResolvedSpec,
  { mnemonic, traffic }: FundedSigners,
  rules: Rules,
): Genesis {
  const { gasLimit, create2Factory, excessBlobGas, baseFee } = spec
  const { genesisTimestamp, forks } = rules
  const has = (fork: ForkName): boolean => forks.some(({ name }) => name === fork)
  const fork = forkAt(forks, 0, genesisTimestamp)
  // London doubles the limit, which must be the spec's from then on.
  const londonIsAhead = !isAtLeast(fork, 'london') && has('london')
  return {
    timestamp: genesisTimestamp,
    gasLimit: BigInt(londonIsAhead ? Math.ceil(gasLimit / 2) : gasLimit),
    difficulty: isAtLeast(fork, 'paris') ? 0n : DIFFICULTY,
    extraData: toHex(Buffer.from('ommer', 'utf8')),
    miner: `0x${'00'.repeat(20)}`,
    mixHash: `0x${'00'.repeat(32)}`,
    nonce: '0x0000000000000000',
    ...(baseFee !== undefined && { baseFeePerGas: baseFeeBefore(BigInt(baseFee)) }),
    ...(isAtLeast(fork, 'cancun') && {
      excessBlobGas:
        excessBlobGas === undefined
          ? BLOB_FEE_LOGARITHM * BigInt(blobLimits(fork)?.baseFeeUpdateFraction ?? 0)
          : BigInt(excessBlobGas),
    }),
    accounts: [
      ...mnemonic.map((signer) => fundedAccount(signer, mnemonicBalance(spec))),
      ...traffic.map((signer) => fundedAccount(signer, GENESIS_BALANCE)),
      ...genesisSystemContracts
        .filter((each) => has(each.since) || (create2Factory && each === deploymentFactory))
        .map(({ address, code }) => ({ address, balance: 0n, nonce: 1n, code, storage: {} })),
    ],
  }
}

function fundedAccount({ address }: Signer, balance: bigint): GenesisAccount {
  return { address: toHex(address), balance, nonce: 0n, code: '0x', storage: {} }
}
