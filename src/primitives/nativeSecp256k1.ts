import loadNative from 'node-gyp-build'
import withChecks from 'secp256k1/lib/index.js'
import { nativeFolder } from './nativeFolder.ts'
import type { Secp256k1 } from './secp256k1Code.ts'

/** @returns libsecp256k1 as native code; undefined on a platform for which the package has none */
export function loadNativeSecp256k1(): Secp256k1 | undefined {
  try {
    const { Secp256k1: Native } = loadNative(nativeFolder)
    return withChecks(new Native())
  } catch {
    return undefined
  }
}
