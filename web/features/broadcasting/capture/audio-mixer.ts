export type AudioMixer = ReturnType<typeof createAudioMixer>

/**
 * Mixes the sound of the microphone and the shared screen into one track. The track always contains sound,
 * even if it is silence: a broadcast whose sound stops would hold back its picture. Call this function after a
 * user gesture, because browsers start sound only then.
 */
export function createAudioMixer() {
  const context = new AudioContext({ sampleRate: 48_000 })
  const output = context.createMediaStreamDestination()
  const mix = context.createGain()
  const meter = context.createAnalyser()
  meter.fftSize = 1024
  mix.connect(output)
  mix.connect(meter)
  const silence = context.createConstantSource()
  silence.offset.value = 0
  silence.connect(mix)
  silence.start()
  const samples = new Float32Array(meter.fftSize)
  let inputs: AudioNode[] = []
  const resume = () => void (context.state !== 'closed' && context.resume())
  // Phones interrupt the sound during a call.
  context.addEventListener('statechange', () => context.state === 'suspended' && resume())
  resume()
  return {
    track: output.stream.getAudioTracks()[0] as MediaStreamAudioTrack,
    /** Replaces the streams whose sound is mixed. Streams without sound are ignored. */
    setInputs(streams: MediaStream[]) {
      for (const input of inputs) input.disconnect()
      inputs = streams
        .filter((stream) => stream.getAudioTracks().length > 0)
        .map((stream) => context.createMediaStreamSource(stream))
      for (const input of inputs) input.connect(mix)
    },
    setMuted: (isMuted: boolean) => void (mix.gain.value = isMuted ? 0 : 1),
    /** Returns the current volume from 0 to 1, on a logarithmic scale of 60 dB. */
    readLevel() {
      meter.getFloatTimeDomainData(samples)
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
      return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-9)) / 60))
    },
    close() {
      for (const input of inputs) input.disconnect()
      void context.close()
    },
  }
}
