import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'

/** The response to a body. */
export type Outcome =
  | { readonly kind: 'answered'; readonly text: string | undefined }
  /** by an HTTP status, or a WebSocket close code */
  | { readonly kind: 'refused'; readonly code: number; readonly text: string }

/** A connection that sends one body after another. */
export interface Carrier {
  /** @param isAnswered whether an answer is expected */
  deliver(body: Buffer, isAnswered: boolean): Promise<Outcome>
  close(): void
}

export function openHttpCarrier({ url }: { readonly url: string }): Carrier {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async deliver(body) {
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const sent = httpRequest(url, { method: 'POST', agent, headers }).end(body)
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      const text = String(Buffer.concat(await response.toArray()))
      const code = response.statusCode as number
      if (code !== 200) return { kind: 'refused', code, text }
      return { kind: 'answered', text: text === '' ? undefined : text }
    },
    close: () => agent.destroy(),
  }
}

export function openWebSocketCarrier({ wsUrl }: { readonly wsUrl: string }): Carrier {
  let socket: WebSocket | undefined
  let number = 0

  const open = async (): Promise<WebSocket> => {
    if (socket?.readyState === WebSocket.OPEN) return socket
    socket = new WebSocket(wsUrl, { perMessageDeflate: false })
    await once(socket, 'open')
    return socket
  }

  return {
    async deliver(body, isAnswered) {
      const client = await open()
      // Answers may overtake each other, but the answer to this request follows only after the body was read.
      const sentinel = `sentinel ${number++}`
      const answers: string[] = []
      let isOver = false
      return new Promise<Outcome>((resolve) => {
        const settle = (outcome: Outcome): void => {
          client.off('message', onMessage).off('close', onClose)
          resolve(outcome)
        }
        const onMessage = (data: unknown): void => {
          const text = String(data)
          if (text.includes(`"id":"${sentinel}"`)) isOver = true
          else answers.push(text)
          if (!isOver || (isAnswered && answers.length === 0)) return
          if (answers.length > 1) throw new Error(`several answers: ${answers}`)
          settle({ kind: 'answered', text: answers[0] })
        }
        const onClose = (code: number): void => settle({ kind: 'refused', code, text: '' })
        client.on('message', onMessage).on('close', onClose)
        // Text that is not UTF-8 breaks the protocol, so half of these are sent as binary, which is allowed.
        client.send(body, { binary: !isUtf8(body) && number % 2 === 0 })
        client.send(`{"jsonrpc":"2.0","id":"${sentinel}","method":"eth_chainId"}`)
      })
    },
    close: () => socket?.terminate(),
  }
}
