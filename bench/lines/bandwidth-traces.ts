/** The bandwidth of a mobile connection over time. */
export interface BandwidthTrace {
  name: string
  /** The round-trip time in milliseconds. */
  latency: number
  /** The bandwidth in kbit/s for each period of `traceStepSeconds`. The trace repeats after its end. */
  kilobits: readonly number[]
}

export const traceStepSeconds = 5

/**
 * Five synthetic traces of three minutes. They were not recorded. They follow what published measurements of
 * mobile networks have in common: bandwidth that changes severalfold within seconds, and short gaps in
 * tunnels and between cells.
 */
export const bandwidthTraces: readonly BandwidthTrace[] = [
  {
    name: '3G, walking',
    latency: 150,
    kilobits: [
      900, 1100, 1000, 850, 700, 760, 940, 1200, 1350, 1150, 980, 620, 540, 480, 610, 830, 1040, 1180, 1090,
      960, 880, 720, 430, 390, 520, 740, 910, 1060, 1240, 1300, 1120, 940, 860, 790, 690, 830,
    ],
  },
  {
    name: '3G, bus',
    latency: 200,
    kilobits: [
      1400, 1700, 1900, 1500, 800, 500, 300, 450, 900, 1600, 2100, 2300, 1800, 1200, 700, 350, 220, 400, 850,
      1300, 1900, 2200, 2000, 1400, 900, 600, 280, 330, 700, 1100, 1700, 2000, 1800, 1500, 1000, 1200,
    ],
  },
  {
    name: '4G, car',
    latency: 70,
    kilobits: [
      12000, 15000, 9000, 6000, 4500, 7000, 11000, 14000, 8000, 3000, 1800, 2500, 5000, 9000, 13000, 16000,
      12000, 7000, 4000, 2200, 1500, 2800, 6000, 10000, 14000, 11000, 8500, 5000, 3500, 6500, 9500, 12500,
      15000, 10000, 7500, 9000,
    ],
  },
  {
    name: '4G, train with tunnels',
    latency: 90,
    kilobits: [
      8000, 12000, 18000, 9000, 2500, 60, 900, 6000, 11000, 15000, 7000, 3000, 1200, 80, 400, 5000, 9000,
      14000, 20000, 13000, 6000, 2000, 700, 3500, 8000, 12000, 5000, 1500, 60, 1000, 7000, 11000, 16000,
      10000, 4000, 7500,
    ],
  },
  {
    name: '4G, crowded cell',
    latency: 120,
    kilobits: [
      2200, 1800, 1400, 1100, 900, 1300, 1700, 1200, 800, 650, 900, 1500, 1900, 2400, 1600, 1000, 700, 600,
      850, 1250, 1800, 2100, 1500, 1100, 750, 650, 950, 1400, 2000, 2300, 1700, 1200, 800, 900, 1300, 1600,
    ],
  },
]
