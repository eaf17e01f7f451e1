import { coalesce, copyParts } from '../coalesce.ts'
import type { Framing } from '../messageClient.ts'

const NEWLINE = Buffer.from('\n')

/** Each message is a line, as geth writes it: JSON has no line breaks of its own. */
export const lineFraming: Framing = {
  write(socket, reply, bytes) {
    const chunks = coalesce([...reply, NEWLINE], bytes + 1)
    socket.cork()
    for (const chunk of chunks) socket.write(chunk)
    socket.uncork()
  },

  writePart(socket, part, { isLast }) {
    socket.write(part)
    if (isLast) socket.write(NEWLINE)
  },

  writeHalf(socket, reply, bytes, onWritten) {
    const message = Buffer.allocUnsafe(bytes)
    copyParts(reply, message, 0)
    socket.write(message.subarray(0, bytes / 2), onWritten)
  },
}
