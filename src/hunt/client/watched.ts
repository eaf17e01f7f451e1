/**
 * A command for a shell that ends with this process, even if that is killed: then descriptor 3, a pipe, closes. What it
 * has started in its group ends, too, and the folder of the run, which its environment names, is removed.
 * On Windows, whose shell cannot wait in the background, it is the command as it was.
 */
export function watched(command: string): string {
  if (process.platform === 'win32') return command
  const watch =
    '{ read -r _ <&3; rm -rf "$OMMER_HUNT_DIR"; kill -9 0; } </dev/null >/dev/null 2>&1 &'
  // A shell of its own, which does not wait for that.
  return `${watch} exec 3<&-; exec sh -c '${command.replaceAll("'", `'\\''`)}'`
}
