import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.helpers.DefaultHandler;

/** Reads a workbook as a stream; prints each cell of its sheet: reference, type, style, value in base64. */
public class ReadWorkbook {
  public static void main(String[] args) throws Exception {
    try (ZipInputStream zip = new ZipInputStream(new FileInputStream(args[0]))) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
        byte[] bytes = zip.readAllBytes();
        DefaultHandler handler = entry.getName().contains("worksheets/") ? new Cells() : new DefaultHandler();
        SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream(bytes), handler);
      }
    }
  }

  private static class Cells extends DefaultHandler {
    private String at;
    private String type;
    private String style;
    private final StringBuilder text = new StringBuilder();

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes) {
      if (name.equals("c")) {
        at = attributes.getValue("r");
        type = attributes.getValue("t");
        style = attributes.getValue("s");
        text.setLength(0);
      }
    }

    @Override
    public void characters(char[] signs, int start, int length) {
      text.append(signs, start, length);
    }

    @Override
    public void endElement(String uri, String local, String name) {
      if (!name.equals("c")) return;
      byte[] value = text.toString().getBytes(StandardCharsets.UTF_8);
      System.out.println(at + "\t" + type + "\t" + style + "\t" + Base64.getEncoder().encodeToString(value));
    }
  }
}
