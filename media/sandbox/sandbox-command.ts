import { sandboxOwnerVariable } from './orphaned-sandboxes.ts'

/** Which of the programs that fence others in do work on this machine. */
export type SandboxTools = { prlimit: boolean; nice: boolean; bwrap: boolean; setpriv: boolean }

/** What one run may touch and use up. `input` is readable, `folder` writable; nothing else of the disk is seen. */
export type SandboxOptions = {
  input?: string | undefined
  folder?: string | undefined
  /** Programs and their parts that are readable besides those of the system. */
  readable?: readonly string[] | undefined
  /** Seconds of processor time over all threads. */
  cpuSeconds: number
  /** How far it stands back where others want the processor: 0 as the server itself, 19 at most; 10 when not said. */
  nice?: number | undefined
  /** Bytes of address space. */
  memory: number
  /** Bytes of memory that can be written to, where the address space says too little (V8 reserves more than it uses). */
  data?: number | undefined
}

/**
 * The words to stand before `ffmpeg …`. Each program replaces itself by the next one (exec), so the process we started
 * is the one to kill, and the kernel ends the innermost when we die: bwrap and setpriv both set PR_SET_PDEATHSIG.
 * A bare spawn or a `timeout` wrapper would leave ffmpeg running after a `kill -9` of ours. `mark`: whose it is (leftover.ts).
 */
export function sandboxCommand(fences: SandboxTools, cell: SandboxOptions, mark?: string): string[] {
  return [
    ...(fences.prlimit ? ['prlimit', ...prlimitOptions(cell)] : []),
    ...(fences.nice ? ['nice', '-n', `${niceLevelOf(cell)}`] : []),
    ...(fences.bwrap ? ['bwrap', ...bwrapOptions(cell, mark)] : fences.setpriv ? setprivCommand : []),
  ]
}

export function niceLevelOf({ nice = 10 }: SandboxOptions): number {
  return nice
}

/** Where bwrap says the number of its inner half, as JSON. */
export const bwrapStatusFd = 3

const setprivCommand = ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs']
const GIB = 1024 ** 3

// No file of ours comes near a gigabyte: a segment has 4 s, 12 at most where it is cut out of the source.
function prlimitOptions({ cpuSeconds, memory, data }: SandboxOptions) {
  const most = { cpu: Math.ceil(cpuSeconds), as: memory, fsize: GIB, nofile: 256, core: 0 }
  return Object.entries({ ...most, ...(data && { data }) }).map(([name, value]) => `--${name}=${value}`)
}

// Programs and libraries only. /etc is not there but for the linker's cache and Debian's alternatives (libblas is one).
const systemPaths = ['/usr', '/bin', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/alternatives']

function bwrapOptions({ input, folder, readable = [] }: SandboxOptions, mark: string | undefined) {
  return [
    mark === undefined ? [] : ['--setenv', sandboxOwnerVariable, mark],
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

function bindOption(how: string, path: string) {
  return [how, path, path]
}
