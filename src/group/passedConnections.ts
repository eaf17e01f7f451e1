import type { Socket } from 'node:net'
import type { Found } from './ownership.ts'

/** The connections by which a member has other members answer, by the root of the family that they own. */
export class PassedConnections {
  readonly #all = new Map<string, Map<Socket, string>>()

  /** @param address of the other member */
  add(root: string, address: string, socket: Socket): void {
    const known = this.#all.get(root) ?? new Map<Socket, string>()
    this.#all.set(root, known.set(socket, address))
    socket.once('close', () => {
      known.delete(socket)
      if (known.size === 0 && this.#all.get(root) === known) this.#all.delete(root)
    })
  }

  /** Ends those to members that do not own the family any more: they may hang, and what they answer may be past. */
  endOthers(root: string, owner: Found): void {
    const address = typeof owner === 'object' ? owner.address : undefined
    for (const [socket, other] of this.#all.get(root) ?? []) {
      if (other !== address) socket.destroy()
    }
  }
}
