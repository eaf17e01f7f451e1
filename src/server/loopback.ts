/** Whether a host name or address always refers to this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/i.test(host)
}

/**
 * Whether a host name in the URL of a page or request always refers to this machine. Browsers resolve `*.localhost`, also
 * with the dot that ends a complete name.
 *
 * @param hostname as `URL` has it, which removes that dot from addresses
 */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return isLoopback(name) || /^[\w.-]+\.localhost$/i.test(name)
}
