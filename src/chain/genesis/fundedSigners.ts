import { deriveSigners, type Signer, signerOf } from '../accounts.ts'
import { type ResolvedSpec, SpecError } from '../spec/spec.ts'
import { mnemonicAccounts } from './genesisBalance.ts'

/** The accounts with known keys that the genesis of a spec funds. */
export interface FundedSigners {
  /** those of the mnemonic, which generated traffic never uses: nothing but what is sent changes their nonces */
  readonly mnemonic: readonly Signer[]
  /** those that send the generated traffic */
  readonly traffic: readonly Signer[]
}

/**
 * Derives the accounts that a genesis funds.
 *
 * @throws {SpecError} if the mnemonic is not valid
 */
export async function fundedSigners(spec: ResolvedSpec): Promise<FundedSigners> {
  const { mnemonic, seedKey, accounts } = spec
  return {
    mnemonic: mnemonic === undefined ? [] : await mnemonicSigners(mnemonic, spec),
    traffic: deriveSigners(seedKey, accounts),
  }
}

async function mnemonicSigners(phrase: string, spec: ResolvedSpec): Promise<Signer[]> {
  const { isMnemonic, privateKeysOf } = await import('../../primitives/mnemonic.ts')
  if (!isMnemonic(phrase)) {
    // Without the phrase, which may be meant to be secret.
    throw new SpecError(
      'mnemonic',
      'a word is not in the English list of BIP-39, or the checksum in the last word is wrong',
    )
  }
  return privateKeysOf(phrase, mnemonicAccounts(spec), spec.derivationPath).map(signerOf)
}
