import type { ContentDescriptor, MethodDescription } from '../openrpc/description.ts'
import { ref } from '../openrpc/schema.ts'
import { bytesParameter } from '../params/goJson.openrpc.ts'

const data: ContentDescriptor = {
  name: 'data',
  summary: 'The bytes to hash.',
  schema: bytesParameter,
}

export const description: MethodDescription = {
  summary: 'Keccak-256 of bytes.',
  params: [data],
  result: { name: 'hash', schema: ref('Hash') },
}
