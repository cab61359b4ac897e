const apm = require('elastic-apm-node')

apm.start({
  serverUrl: process.env.COLLECTOR,
  serviceName: 'exercise',
  apmServerVersion: '8.0.0',
  captureExceptions: true,
  centralConfig: false,
  cloudProvider: 'none',
  logLevel: 'off',
  metricsInterval: '0s',
  // An error is only sent when the lines of source around it have been read.
  sourceLinesErrorAppFrames: 0,
  sourceLinesErrorLibraryFrames: 0,
})

globalThis.tool = {
  active: [],
  isActive: () => apm.currentTransaction !== null,
  async finished() {
    await apm.flush()
    return null
  },
}
