// Tomcat on a port of 127.0.0.1, which answers with the path that it sees.
// Usage: java -cp JARS Echo.java PORT FOLDER

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

class Echo extends HttpServlet {
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] path = request.getServletPath().getBytes(StandardCharsets.UTF_8);
        response.setContentLength(path.length);
        response.getOutputStream().write(path);
    }

    public static void main(String[] arguments) throws Exception {
        Connector connector = new Connector();
        connector.setProperty("address", "127.0.0.1");
        connector.setPort(Integer.parseInt(arguments[0]));
        connector.setProperty("maxKeepAliveRequests", "-1");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(arguments[1]);
        tomcat.setConnector(connector);
        var context = tomcat.addContext("", arguments[1]);
        Tomcat.addServlet(context, "echo", new Echo());
        context.addServletMappingDecoded("/", "echo");
        tomcat.start();
        tomcat.getServer().await();
    }
}
