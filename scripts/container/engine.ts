/** What builds an image and runs it. */
export interface Engine {
  readonly name: string
  /**
   * Builds the image anew.
   *
   * @param context the folder that the Dockerfile copies from
   * @returns the folder of its `/app`, which the next build replaces
   */
  build(context: string): Promise<string>
  /** Starts the image with a read-only file system. */
  start(): Promise<Container>
  /** Removes what `build` has left. */
  remove(): Promise<void>
}

export interface Container {
  /** the address of the port that the image exposes */
  readonly url: string
  /** Resolves when the health check of the image has passed. */
  healthy(): Promise<void>
  /** Runs a script of Node beside the program, as its user. */
  script(code: string): Promise<{ readonly code: number; readonly stdout: string }>
  /** Sends SIGTERM. */
  stop(): Promise<{ readonly code: number | null; readonly output: string }>
}
