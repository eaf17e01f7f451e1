import { createRequire } from 'node:module'
import { dirname } from 'node:path'

/** The folder with the native code of the package `secp256k1`. The build replaces this module by the folder of its copy. */
export const nativeFolder = dirname(
  createRequire(import.meta.url).resolve('secp256k1/package.json'),
)
