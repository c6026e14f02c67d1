/** Units that Home Assistant's own constants name (homeassistant/const.py), and what nearly all of its integrations write beside them. */
const UNITS = new Set(
  (
    "% ‰ ° °C °F K mired lx lm cd " +
    "W kW MW GW TW mW BTU/h VA kVA mVA var kvar mvar Wh kWh MWh GWh TWh mWh J kJ MJ GJ cal kcal Mcal Gcal varh kvarh VAh kVAh kWh/100km Wh/km mi/kWh km/kWh " +
    "V mV kV MV µV μV A mA kA Ah mAh Ω kΩ Hz kHz MHz GHz F µF S µS/cm μS/cm mS/cm S/cm " +
    "Pa hPa kPa mPa MPa bar mbar cbar psi mmHg inHg inH₂O mmH₂O " +
    "mm cm m km in ft yd mi nmi mm² cm² m² km² in² ft² yd² mi² ac ha " +
    "L mL l ml m³ ft³ CCF MCF gal fl.oz. cm³ m³/h m³/min m³/s ft³/min L/h L/min L/s mL/s gal/min gal/h gal/d " +
    "g kg mg µg μg t oz lb st g/m³ mg/m³ µg/m³ μg/m³ µg/ft³ μg/ft³ p/m³ kg/m³ mg/dL mmol/L ppm ppb " +
    "m/s km/h mph ft/s in/s mm/s kn Beaufort mm/h mm/d in/h in/d m/min m/s² " +
    "s ms μs µs ns min h d w y months years " +
    "dB dBA dBm dBi bit kbit Mbit Gbit B kB MB GB TB PB EB ZB YB KiB MiB GiB TiB PiB bit/s kbit/s Mbit/s Gbit/s B/s kB/s MB/s GB/s KiB/s MiB/s GiB/s " +
    "W/m² BTU/(h⋅ft²) UV rpm bpm pH € $ £ ¥ ¢ €/kWh $/kWh £/kWh ct/kWh EUR USD GBP EUR/kWh USD/kWh GBP/kWh gCO2eq/kWh deg steps"
  ).split(" "),
);

/** Whether it is a unit of measurement as all homes have it: an integration may write any word there. */
export function isUnit(text: string): boolean {
  return UNITS.has(text);
}
