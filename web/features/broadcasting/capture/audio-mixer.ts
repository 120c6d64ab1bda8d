export type AudioMixer = ReturnType<typeof createAudioMixer>

/**
 * Mixes the sound of the microphone and the shared screen into one track. If there is no input, the track
 * contains silence. The track must never stop, because the video of a broadcast would otherwise wait for the
 * missing audio. Call this function after a user gesture, because browsers do not start an audio context
 * without one.
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
  // Phones suspend the audio context during a call.
  context.addEventListener('statechange', () => context.state === 'suspended' && resume())
  resume()
  return {
    track: output.stream.getAudioTracks()[0] as MediaStreamAudioTrack,
    /** Replaces the streams whose sound is mixed. Streams without an audio track are ignored. */
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
