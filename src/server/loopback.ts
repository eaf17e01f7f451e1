/** Whether a host name or address always refers to this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/i.test(host)
}
