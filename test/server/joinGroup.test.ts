import { expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { GroupMember, OpenedLog, ServerGroup } from '../../src/server/group.ts'
import { serve } from '../../src/server/serve.ts'

it('adds no more blocks than the group has agreed on, however often it is told', async () => {
  const chain = await createChain({ seed: 'group', blocks: 2 })
  let member: GroupMember | undefined
  const group: Partial<ServerGroup> = {
    owns: () => true,
    async openJournal(header) {
      const journal = {
        isRecording: () => false,
        begin() {},
        write() {},
        chainGrew() {},
        close() {},
      }
      return { journal: journal as unknown as OpenedLog['journal'], header, entries: [] }
    },
    async join(joined) {
      member = joined
      return '127.0.0.1:1'
    },
  }
  const server = await serve(chain, { port: 0 }, '0.0.0', undefined, group as ServerGroup)
  await Promise.all([5, 7, 6, 7].map((height) => member?.grow(height)))
  expect(chain.tree.head.number).toBe(7)
  await server.close()
})
