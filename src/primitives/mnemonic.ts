import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { privateKeysBelow, seedOf } from './privateKeys.ts'

// Import this module only where a mnemonic is given: it loads a package and a list of 2,048 words.

/** Whether a phrase has only words of BIP-39, and the last one has the right checksum. */
export function isMnemonic(phrase: string): boolean {
  return validateMnemonic(phrase, wordlist)
}

/** How many random bits a word stands for: 11, of which a thirty-third is the checksum (BIP-39). */
const BITS_OF_WORD = 32 / 3

/**
 * A new phrase.
 *
 * @param words 12, 15, 18, 21 or 24
 */
export function randomMnemonic(words: number): string {
  return generateMnemonic(wordlist, words * BITS_OF_WORD)
}

/** The path under which Anvil, Hardhat and most wallets number accounts (BIP-44). */
export const ETHEREUM_PATH = "m/44'/60'/0'/0"

/**
 * The first keys of a mnemonic without a password: those at `PATH/0`, `PATH/1` and so on (BIP-39, BIP-32).
 *
 * @param phrase checked with `isMnemonic`
 * @param path each index below 2^31
 * @returns 32 bytes each
 */
export function privateKeysOf(
  phrase: string,
  count: number,
  path: string = ETHEREUM_PATH,
): Uint8Array[] {
  return privateKeysBelow(seedOf(phrase), path.replace(/\/$/, ''), count)
}
