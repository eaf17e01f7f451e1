import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

// Import this module only where a mnemonic is given: it loads two packages and a list of 2,048 words.

/** Whether a phrase has only words of BIP-39, and the last one has the right checksum. */
export function isMnemonic(phrase: string): boolean {
  return validateMnemonic(phrase, wordlist)
}

/**
 * The first keys of a mnemonic without a password, at the paths `m/44'/60'/0'/0/0`, `…/1` and so on, as Anvil, Hardhat
 * and most wallets derive them (BIP-39, BIP-32, BIP-44).
 *
 * @param phrase checked with `isMnemonic`
 * @returns 32 bytes each
 */
export function privateKeysOf(phrase: string, count: number): Uint8Array[] {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive("m/44'/60'/0'/0")
  return Array.from({ length: count }, (_, index) => {
    // Null only for a key that is public, which none of these is.
    return root.deriveChild(index).privateKey as Uint8Array
  })
}
