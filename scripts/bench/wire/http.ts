/** A JSON-RPC request as the bytes of a POST. */
export function httpRequest(
  port: number,
  path: string,
  body: string,
  headers: readonly string[] = [],
): Buffer {
  return Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...headers,
      '',
      body,
    ].join('\r\n'),
  )
}

export interface HttpResponse {
  readonly status: number
  readonly contentType: string
  /** empty if the response has none */
  readonly contentEncoding: string
  readonly body: Buffer
}

/**
 * Reads a response that has a Content-Length.
 *
 * @returns undefined while bytes are missing
 */
export function parseHttpResponse(bytes: Buffer): HttpResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const contentLength = /^content-length: (\d+)$/im.exec(head)?.[1]
  if (contentLength === undefined) throw new Error(`no Content-Length in the response:\n${head}`)
  const bodyStart = headEnd + 4
  const bodyEnd = bodyStart + Number(contentLength)
  if (bytes.length < bodyEnd) return undefined
  return {
    status: Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)),
    contentType: /^content-type: (.*)$/im.exec(head)?.[1] ?? '',
    contentEncoding: /^content-encoding: (.*)$/im.exec(head)?.[1] ?? '',
    body: bytes.subarray(bodyStart, bodyEnd),
  }
}
