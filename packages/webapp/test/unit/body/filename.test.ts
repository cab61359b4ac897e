import { describe, expect, it } from 'vitest'
import { cleanFilename } from '../../../src/body/filename.ts'

describe('names of files', () => {
  it('takes the meaning out of names that systems understand', () => {
    const names = {
      CON: '_CON',
      'nul.txt': '_nul.txt',
      'com1 .log': '_com1 .log',
      'Lpt¹.x': '_Lpt¹.x',
      'console.log': 'console.log',
      'a.txt:stream': 'a.txt_stream',
      'c:evil': 'c_evil',
      '<img src=x>.png': '_img src=x_.png',
      'a|b?c*d"e': 'a_b_c_d_e',
      '.\u200e./': '',
      '.\u200e.': '',
      '....//....\\\\etc': 'etc',
      '\u0000..': '',
      '%2e%2e%2fetc': '%2e%2e%2fetc',
    }
    for (const [given, clean] of Object.entries(names)) {
      expect([given, cleanFilename(given)]).toEqual([given, clean])
    }
  })
})
