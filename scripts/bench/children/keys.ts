import { randomBytes } from 'node:crypto'
import {
  recoverPublicKey,
  type Signature,
  secp256k1Ready,
  sign,
} from '../../../src/primitives/secp256k1.ts'
import { serveParent } from '../child.ts'
import type { Run } from '../generation.ts'

const privateKey = Buffer.alloc(32, 1)
const digest = randomBytes(32)

/** Signs and recovers with the code that this process has: native, or the fallback. */
serveParent({
  sign: (transactions: number): Promise<Run> =>
    timed(transactions, (index) => {
      digest.writeUInt32BE(index)
      sign(digest, privateKey)
    }),
  recover: (transactions: number): Promise<Run> => {
    const signature: Signature = sign(digest, privateKey)
    return timed(transactions, () => {
      recoverPublicKey(digest, signature)
    })
  },
})

async function timed(transactions: number, work: (index: number) => void): Promise<Run> {
  await secp256k1Ready
  const start = performance.now()
  for (let index = 0; index < transactions; index++) work(index)
  return { transactions, seconds: (performance.now() - start) / 1000 }
}
