import { sandboxOwnerEnvVariable } from './orphaned-sandboxes.ts'

/** The sandboxing tools that work on this machine. */
export type SandboxTools = { prlimit: boolean; nice: boolean; bwrap: boolean; setpriv: boolean }

/** The limits for one run. The run can read `input`, write to `folder`, and see nothing else on the disk. */
export type SandboxOptions = {
  input?: string | undefined
  folder?: string | undefined
  /** Additional programs and files that the run can read. */
  readable?: readonly string[] | undefined
  /** The CPU time limit in seconds, summed over all threads. */
  cpuSeconds: number
  /** The niceness, from 0 (the niceness of the server) to 19. Defaults to 10. */
  nice?: number | undefined
  /** The address space limit in bytes. */
  memory: number
  /**
   * The limit on writable memory in bytes, for runtimes such as V8 that reserve far more address space than
   * they use.
   */
  data?: number | undefined
  /** The maximum size of an output file in bytes. Defaults to 1 GiB. */
  fileBytes?: number | undefined
}

/**
 * Returns the arguments to put before `ffmpeg …`. Each program in the command replaces itself with the next
 * one (exec), so killing the started process also ends ffmpeg. The kernel kills the innermost process when
 * the server's process dies, because bwrap and setpriv both set PR_SET_PDEATHSIG. With a plain spawn or a
 * `timeout` wrapper, ffmpeg would keep running after a `kill -9` of the server's process. `owner` is the
 * process that started the sandbox (orphaned-sandboxes.ts).
 */
export function buildSandboxCommand(tools: SandboxTools, options: SandboxOptions, owner?: string): string[] {
  return [
    ...(tools.prlimit ? ['prlimit', ...prlimitOptions(options)] : []),
    ...(tools.nice ? ['nice', '-n', `${getNiceLevel(options)}`] : []),
    ...(tools.bwrap ? ['bwrap', ...bwrapOptions(options, owner)] : tools.setpriv ? setprivCommand : []),
  ]
}

/** Tests set this niceness for all runs, because runs with a low priority would wait for the other tests of the machine. */
export const testPriority: { nice?: number } = {}

export function getNiceLevel({ nice = 10 }: SandboxOptions): number {
  return testPriority.nice ?? nice
}

/** The file descriptor on which bwrap reports the process id of its inner process, as JSON. */
export const bwrapStatusFd = 3

const setprivCommand = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs']
const GIB = 1024 ** 3

// The files of a rendition stay far below a gigabyte, because an encoded segment lasts 4 s and a segment
// copied from the source lasts at most 12 s. Only an MP4 file of a whole video can be larger.
function prlimitOptions({ cpuSeconds, memory, data, fileBytes = GIB }: SandboxOptions) {
  const limits = { cpu: Math.ceil(cpuSeconds), as: memory, fsize: fileBytes, nofile: 256, core: 0 }
  return Object.entries({ ...limits, ...(data && { data }) }).map(([name, value]) => `--${name}=${value}`)
}

// Only programs and libraries are visible in the sandbox. /etc is hidden except for the linker cache and
// Debian's alternatives (such as libblas).
const systemPaths = ['/usr', '/bin', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/alternatives']

function bwrapOptions({ input, folder, readable = [] }: SandboxOptions, owner: string | undefined) {
  return [
    owner === undefined ? [] : ['--setenv', sandboxOwnerEnvVariable, owner],
    `--unshare-all --die-with-parent --new-session --cap-drop ALL --json-status-fd ${bwrapStatusFd}`.split(
      ' ',
    ),
    systemPaths.flatMap((path) => bindOption('--ro-bind-try', path)),
    '--dev /dev --tmpfs /tmp'.split(' '),
    readable.flatMap((path) => bindOption('--ro-bind', path)),
    folder === undefined ? [] : bindOption('--bind', folder),
    input === undefined ? [] : bindOption('--ro-bind', input),
    ['--chdir', folder ?? '/', '--'],
  ].flat()
}

function bindOption(flag: string, path: string) {
  return [flag, path, path]
}
