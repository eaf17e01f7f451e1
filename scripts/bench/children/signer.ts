import { randomBytes } from 'node:crypto'
import secp256k1 from 'secp256k1'
import { serveParent } from '../child.ts'
import type { Run } from '../generation.ts'

/** The upper bound for generating signed transactions on one thread: one native signature for each. */
serveParent({
  run: (transactions: number): Run => {
    const privateKey = Buffer.alloc(32, 1)
    const digest = randomBytes(32)
    const start = performance.now()
    for (let i = 0; i < transactions; i++) {
      digest.writeUInt32BE(i)
      secp256k1.ecdsaSign(digest, privateKey)
    }
    return { transactions, seconds: (performance.now() - start) / 1000 }
  },
})
